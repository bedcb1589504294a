"use strict";
// Draws the plots of one report from the data in the page. Every text reaches the page through textContent or the
// library's SVG text, never as markup. The tables hold the same figures; without this script nothing is lost but the pictures.
(async () => {
  const compressed = Uint8Array.from(atob(document.getElementById("data").textContent), (c) => c.charCodeAt(0));
  const plainText = new Blob([compressed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const data = JSON.parse(await new Response(plainText).text());
  const shapes = [
    "path://M0 5a5 5 0 1 0 10 0a5 5 0 1 0-10 0Z",
    "path://M0 0H10V10H0Z",
    "path://M5 0L10 9H0Z",
    "path://M5 0L10 5L5 10L0 5Z",
    "path://M0 1H10L5 10Z",
    "path://M2 0L5 3L8 0L10 2L7 5L10 8L8 10L5 7L2 10L0 8L3 5L0 2Z",
    "path://M3.5 0H6.5V3.5H10V6.5H6.5V10H3.5V6.5H0V3.5H3.5Z",
    "path://M5 0L6.5 3.5L10 4L7.5 6.5L8 10L5 8L2 10L2.5 6.5L0 4L3.5 3.5Z",
  ];
  const dashes = ["solid", [7, 3], [2, 3]];
  /** The ninth system starts the colours again, with another dash and the shapes shifted. */
  const look = (slot) => {
    const again = Math.floor(slot / shapes.length);
    return {
      colour: `var(--s${slot % shapes.length})`,
      shape: shapes[(slot + 3 * again) % shapes.length],
      dash: dashes[again % dashes.length],
    };
  };
  const LINES_OF_A_TIP = 12;
  const ROW_OF_BARS = 22; // pixels
  const PAPER = { width: 420, height: 190 }; // of a plot, before it is made as wide as its column
  const hidden = new Set();
  let scale = "auto";
  let onPaper = false;
  const charts = [];

  const compact = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });
  const plain = new Intl.NumberFormat("en", { maximumSignificantDigits: 4 });
  const format = (value) => (Math.abs(value) >= 10000 ? compact : plain).format(value).replace("K", "k");
  const element = (name, text, className) => {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    if (className) made.className = className;
    return made;
  };
  const svg = (name, attributes) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };
  const swatch = (slot) => {
    const { colour, shape, dash } = look(slot);
    const picture = svg("svg", { viewBox: "0 0 28 12", width: 28, height: 12, "aria-hidden": "true" });
    const line = svg("path", { d: "M0 6H28", stroke: colour, "stroke-width": 2, fill: "none" });
    if (dash !== "solid") line.setAttribute("stroke-dasharray", dash.join(" "));
    picture.append(line, svg("path", { d: shape.slice("path://".length), fill: colour, transform: "translate(9 1)" }));
    return picture;
  };

  const ofOnePlace = (plot) => plot.x.length === 1;
  const values = (plot) => plot.series.flatMap((s) => s.points.flatMap((p) => [p.min, p.max]));

  /** Powers of ten alone when there are many decades, with 2 and 5 between when there are few. */
  function logTicks(low, high) {
    const ticks = [];
    for (let decade = Math.floor(low); decade <= Math.ceil(high); decade++) {
      for (const step of high - low > 3 ? [1] : high - low > 1.6 ? [1, 3] : [1, 2, 5]) {
        const at = decade + Math.log10(step);
        if (at >= low && at <= high) ticks.push(at);
      }
    }
    return ticks;
  }

  /** From zero in round steps past the greatest value: the library looks at the medians only, and drops a whisker that sticks out. */
  function linear(high) {
    const decade = 10 ** Math.floor(Math.log10(high));
    const interval = decade * [0.2, 0.5, 1, 2].find((step) => high / decade / step <= 6);
    return { min: 0, max: interval * Math.ceil(high / interval), interval };
  }

  /** A line of least squares is straight on linear scales alone. */
  const straight = (plot) => plot.series.some((s) => s.fit.length > 0);

  /** Where each of the axis's places is, the first at 0 and the last at their number less one: numbers by their size. */
  function places(plot) {
    const numbers = plot.x.map(Number);
    const far = numbers.length - 1;
    if (far < 2 || !numbers.every((v, i) => v >= 0 && (i === 0 || v > numbers[i - 1]))) {
      return { at: plot.x.map((_, i) => i), named: plot.xName };
    }
    const evenly = scale === "linear" || (scale === "auto" && straight(plot));
    const size = evenly ? (v) => v : numbers[0] > 0 ? Math.log : Math.log1p;
    return {
      at: numbers.map((v) => far * (size(v) - size(numbers[0])) / (size(numbers[far]) - size(numbers[0]))),
      named: evenly ? plot.xName : `${plot.xName}, logarithmic`,
    };
  }

  const nearest = (places, at) => places.reduce((best, p, i) => (Math.abs(p - at) < Math.abs(places[best] - at) ? i : best), 0);

  /** The places whose labels do not run into each other, the last one before all. */
  function labelled(plot, places, pixels) {
    const kept = [];
    let free = Infinity;
    for (let i = places.length - 1; i >= 0; i--) {
      const middle = places[i] * pixels / places.length;
      const half = 3.6 * plot.x[i].length + 3;
      if (middle + half < free) {
        kept.unshift(places[i]);
        free = middle - half;
      }
    }
    return kept;
  }

  const bestFirst = (plot, points) => {
    const sign = plot.moreIsBetter ? -1 : 1;
    return points.sort((a, b) => sign * (a.point.median - b.point.median));
  };

  const tooltip = (formatter) => ({ trigger: "axis", confine: true, transitionDuration: 0,
    backgroundColor: "var(--raised)", borderColor: "var(--rule)",
    textStyle: { color: "var(--ink)", fontFamily: "inherit", fontSize: 13 }, formatter });

  /** Where there is one place alone: a bar for each system, the best on top, with its name and its figure. */
  function bars(plot, logarithmic, place, shown) {
    const ranking = bestFirst(plot, shown.map((s) => ({ s, point: s.points[0] }))).reverse(); // drawn from below
    const labels = ranking.map(({ s, point }) => `${s.name}  ${format(point.median)}`);
    const all = values(plot).filter((v) => v > 0);
    const low = logarithmic ? Math.log10(Math.min(...all)) - 0.3 : 0;
    const high = Math.max(...all, 0);
    const text = { color: "var(--ink)", fontFamily: "inherit", fontSize: 12 };
    return {
      animation: false,
      textStyle: { fontFamily: "inherit" },
      // The library does not know how wide the page's letters are.
      grid: { left: 16 + 6.8 * Math.max(0, ...labels.map((label) => label.length)), right: 12, top: 6, bottom: 6 },
      xAxis: { type: "value", min: low, max: logarithmic ? Math.log10(high) + 0.05 : 1.02 * high,
        axisLabel: { show: false }, splitLine: { show: false } },
      yAxis: { type: "category", data: labels,
        axisLine: { show: false }, axisTick: { show: false }, axisLabel: text,
        axisPointer: { show: true, type: "shadow", label: { show: false }, shadowStyle: { color: "var(--rule)", opacity: 0.35 } } },
      tooltip: tooltip((hits) => tip(plot, ranking.length - 1 - hits[0].dataIndex)),
      series: [{ type: "bar", silent: true, barMaxWidth: 14, emphasis: { disabled: true },
        data: ranking.map(({ s, point }) => ({ value: place(point.median), itemStyle: { color: look(s.slot).colour } })),
        markLine: { silent: true, symbol: "none", animation: false, label: { show: false },
          lineStyle: { color: "var(--ink)", width: 1.25, type: "solid" },
          data: ranking.flatMap(({ point }, i) => (point.max > point.min && place(point.min) !== null
            ? [[{ coord: [place(point.min), i] }, { coord: [place(point.max), i] }]] : [])) } }],
    };
  }

  function options(plot, pixels) {
    const all = values(plot).filter((v) => v > 0);
    const logarithmic = all.length > 0
      && (scale === "logarithmic" || (scale === "auto" && !straight(plot) && Math.max(...all) / Math.min(...all) > 12));
    const place = (value) => (logarithmic ? (value > 0 ? Math.log10(value) : null) : value);
    const shown = plot.series.filter((s) => !hidden.has(s.name));
    if (ofOnePlace(plot)) return { logarithmic, option: bars(plot, logarithmic, place, shown), rows: plot.series.length };
    const { at, named } = places(plot);
    const width = Math.min(0.24, 0.05 * Math.max(0, shown.length - 1)); // so that whiskers do not hide each other
    const beside = (index) => (shown.length < 2 ? 0 : width * (index / (shown.length - 1) - 0.5));
    const soft = "var(--soft)", rule = "var(--rule)";
    const text = { color: soft, fontFamily: "inherit", fontSize: 12 };
    const count = plot.x.length;
    const y = { type: "value", axisLine: { show: false }, axisTick: { show: false },
      splitLine: { lineStyle: { color: rule } }, axisLabel: { ...text, formatter: (v) => format(logarithmic ? 10 ** v : v) } };
    if (logarithmic) {
      y.min = Math.log10(Math.min(...all)) - 0.08;
      y.max = Math.log10(Math.max(...all)) + 0.08;
      const ticks = logTicks(y.min, y.max);
      y.axisLabel.customValues = ticks;
      y.axisTick.customValues = ticks;
      y.splitLine.customValues = ticks;
    } else {
      Object.assign(y, all.length > 0 ? linear(Math.max(...all)) : { min: 0 });
    }
    return {
      logarithmic,
      option: {
        animation: false,
        textStyle: { fontFamily: "inherit" },
        grid: { left: 8, right: 12, top: 10, bottom: plot.xName ? 28 : 8, containLabel: true },
        xAxis: { type: "value", min: -0.5, max: count - 0.5, splitLine: { show: false },
          axisLine: { onZero: false, lineStyle: { color: soft } },
          axisTick: { customValues: at, lineStyle: { color: soft } },
          axisLabel: { ...text, customValues: labelled(plot, at, pixels - 60), formatter: (v) => plot.x[nearest(at, v)] ?? "" },
          name: named, nameLocation: "middle", nameGap: 26, nameTextStyle: text,
          axisPointer: { show: true, snap: true, label: { show: false }, lineStyle: { color: rule, width: 1 } } },
        yAxis: y,
        tooltip: tooltip((hits) => tip(plot, nearest(at, hits[0].value[0]))),
        series: [...shown.map((s, index) => {
          const { colour, shape, dash } = look(s.slot);
          const where = (point) => at[point.x] + beside(index);
          return { type: "line", name: s.name, symbol: shape, symbolSize: 9, showAllSymbol: true, silent: true, emphasis: { disabled: true },
            data: s.points.map((p) => [where(p), place(p.median)]),
            // From one task or setting to another there is no way.
            lineStyle: { color: colour, width: plot.xName ? 1.75 : 0, type: dash }, itemStyle: { color: colour },
            markLine: { silent: true, symbol: "none", animation: false, label: { show: false },
              lineStyle: { color: colour, width: 1.5, type: "solid" },
              data: s.points.filter((p) => p.max > p.min && place(p.min) !== null)
                .map((p) => [{ coord: [where(p), place(p.min)] }, { coord: [where(p), place(p.max)] }]) } };
        }), ...shown.filter((s) => s.fit.length > 0).map((s) => ({ type: "line", symbol: "none", silent: true, emphasis: { disabled: true },
          data: s.fit.map((v, i) => [at[i], place(v)]), lineStyle: { color: look(s.slot).colour, width: 0.8, type: "solid" } }))],
      },
    };
  }

  /** A reader goes from place to place, and where there is one alone from system to system, the best first. */
  function stops(plot) {
    const readings = plot.x.map((_, index) => bestFirst(plot, plot.series
      .filter((s) => !hidden.has(s.name))
      .map((s) => ({ s, point: s.points.find((p) => p.x === index) }))
      .filter(({ point }) => point))
      .map(({ s, point }) => ({ name: s.name, slot: s.slot, median: format(point.median),
        spread: point.max > point.min ? `${format(point.min)} – ${format(point.max)}` : "" })));
    return ofOnePlace(plot) ? readings[0].map((reading) => [reading]) : readings;
  }
  const heading = (plot, stop) =>
    `${plot.xName ? `${plot.xName} ` : ""}${plot.x[ofOnePlace(plot) ? 0 : stop]}: ${plot.unit}`;

  function tip(plot, stop) {
    const table = element("table", undefined, "tip");
    table.append(element("caption", heading(plot, stop)));
    const all = stops(plot)[stop];
    for (const reading of all.slice(0, LINES_OF_A_TIP)) {
      const row = element("tr");
      const name = element("th");
      name.append(swatch(reading.slot), ` ${reading.name}`);
      row.append(name, element("td", reading.median), element("td", reading.spread));
      table.append(row);
    }
    if (all.length > LINES_OF_A_TIP) {
      const row = element("tr");
      row.append(element("th", `and ${all.length - LINES_OF_A_TIP} more in the table`));
      table.append(row);
    }
    return table;
  }

  const spoken = document.getElementById("spoken");
  function speak(plot, stop) {
    const texts = stops(plot)[stop].map((r) => `${r.name} ${r.median}${r.spread ? ` (${r.spread})` : ""}`);
    spoken.textContent = `${heading(plot, stop)}. ${texts.join("; ")}`;
  }

  /** The library's numbers of a point where it shows the tip of a stop. */
  function pointAt(plot, stop) {
    if (ofOnePlace(plot)) return { seriesIndex: 0, dataIndex: stops(plot).length - 1 - stop };
    const shown = plot.series.filter((s) => !hidden.has(s.name));
    const seriesIndex = shown.findIndex((s) => s.points.some((p) => p.x === stop));
    return { seriesIndex, dataIndex: shown[seriesIndex]?.points.findIndex((p) => p.x === stop) };
  }

  /** What the lines of a plot are; bars have their names beside them. */
  function key(plot) {
    const shown = ofOnePlace(plot) ? [] : plot.series.filter((s) => !hidden.has(s.name));
    return shown.map((s) => {
      const named = element("span");
      named.append(swatch(s.slot), s.name);
      return named;
    });
  }

  function draw(entry) {
    const { plot, box, chart } = entry;
    const width = onPaper ? PAPER.width : box.clientWidth;
    const { option, logarithmic, rows } = options(plot, width);
    if (rows) box.style.height = `${rows * ROW_OF_BARS + 16}px`;
    const height = rows ? rows * ROW_OF_BARS + 16 : onPaper ? PAPER.height : box.clientHeight;
    if (width !== chart.getWidth() || height !== chart.getHeight()) chart.resize({ width, height });
    entry.scaleNote.textContent = logarithmic ? "logarithmic" : "from zero";
    entry.key.replaceChildren(...key(plot));
    delete box.dataset.drawn;
    chart.setOption(option, { notMerge: true });
  }

  for (const plot of data.plots) {
    const box = document.getElementById(plot.id);
    const entry = { plot, box, chart: echarts.init(box, null, { renderer: "svg" }), at: -1,
      scaleNote: document.getElementById(`${plot.id}-scale`), key: box.parentElement.querySelector(".key") };
    entry.chart.on("finished", () => {
      const picture = box.querySelector("svg"); // with a view box, paper may scale it
      picture.setAttribute("viewBox", `0 0 ${entry.chart.getWidth()} ${entry.chart.getHeight()}`);
      box.dataset.drawn = "true";
      box.dataset.marks = String(picture.querySelectorAll("path[fill^='var(--s']").length);
    });
    charts.push(entry);
    box.addEventListener("keydown", (event) => {
      const { plot } = entry; // the one that was chosen
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (event.key === "Escape") entry.chart.dispatchAction({ type: "hideTip" });
      if (!step) return;
      event.preventDefault();
      const count = stops(plot).length;
      if (count === 0) return;
      entry.at = Math.max(0, Math.min(count - 1, entry.at + step));
      const point = pointAt(plot, entry.at);
      if (point.seriesIndex < 0) return;
      entry.chart.dispatchAction({ type: "showTip", ...point });
      speak(plot, entry.at);
    });
    box.addEventListener("blur", () => entry.chart.dispatchAction({ type: "hideTip" }));
    new ResizeObserver(() => { // which speaks at its beginning too, and when bars have set the height
      if (!onPaper && (box.clientWidth !== entry.chart.getWidth() || box.clientHeight !== entry.chart.getHeight())) draw(entry);
    }).observe(box);
    const choice = document.querySelector(`select[data-plot="${plot.id}"]`);
    choice?.addEventListener("change", () => {
      entry.plot = plot.choices[choice.selectedIndex];
      entry.at = -1;
      draw(entry);
    });
  }
  const redraw = () => charts.forEach(draw);
  // Which cells a notice speaks of stands in the tables too, and would fill pages as they would.
  let unfolded = [];
  function print(on) {
    if (on) unfolded = [...document.querySelectorAll("details:not([open], .notice details, .figures, #choose)")];
    unfolded.forEach((folded) => { folded.open = on; });
    onPaper = on;
    redraw();
  }
  addEventListener("beforeprint", () => print(true));
  addEventListener("afterprint", () => print(false));

  const legend = document.getElementById("legend");
  const systems = new Map(data.plots.flatMap((plot) => plot.series.map((s) => [s.name, s.slot])));
  for (const [name, slot] of [...systems].sort((a, b) => a[1] - b[1])) {
    const button = element("button");
    button.type = "button";
    button.setAttribute("aria-pressed", "true");
    button.append(swatch(slot), element("span", name));
    button.addEventListener("click", () => {
      if (!hidden.delete(name)) hidden.add(name);
      button.setAttribute("aria-pressed", String(!hidden.has(name)));
      show();
    });
    legend.append(button);
  }
  function show() {
    const left = systems.size - hidden.size;
    document.getElementById("shown").textContent = hidden.size === 0 ? `all ${left}` : `${left} of ${systems.size}`;
    redraw();
  }
  show();
  document.querySelectorAll("#sweep button").forEach((sweep) => sweep.addEventListener("click", () => {
    hidden.clear();
    if (sweep.dataset.show === "none") systems.forEach((_, name) => hidden.add(name));
    legend.querySelectorAll("button").forEach((button) => button.setAttribute("aria-pressed", String(hidden.size === 0)));
    show();
  }));
  const scales = document.getElementById("scale");
  scales.addEventListener("change", () => {
    scale = scales.value;
    redraw();
  });
  document.getElementById("controls").hidden = charts.length === 0;

  function download(id, name, type, text) {
    const link = document.getElementById(id);
    link.href = URL.createObjectURL(new Blob([text], { type }));
    link.download = name;
    link.hidden = false;
  }
  download("download-json", "results.json", "application/json", JSON.stringify(data.results, null, 2));

  /** The same text as the command "lab export" writes. */
  function csv() {
    const quoted = (text) => `"${/^[=+\-@\t\r]/.test(text) ? "'" : ""}${text.replaceAll('"', '""')}"`;
    const written = (value) => {
      if (value === null || value === undefined) return "";
      if (typeof value === "string") return quoted(value);
      if (Array.isArray(value)) return quoted(value.join(" "));
      if (typeof value === "object") return quoted(Object.entries(value).map(([name, one]) => `${name} ${one}`).join("; "));
      return String(value);
    };
    const at = (line, path) => path.split("/").slice(1).reduce((value, name) => value?.[name], line);
    const lines = data.results.cells.flatMap((cell) =>
      (cell.rounds.length === 0 ? [null] : cell.rounds).map((round) => ({ cell, round })));
    const rows = lines.map((line) => data.columns.map(([, path]) => written(at(line, path))));
    return [data.columns.map(([name]) => name), ...rows].map((row) => `${row.join(",")}\r\n`).join("");
  }
  download("download-csv", "results.csv", "text/csv", csv());
  document.documentElement.dataset.ready = "true";
  document.dispatchEvent(new Event("ready"));
})();
