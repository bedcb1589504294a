"use strict";
// Whatever goes wrong in a script, or is stopped by the page's own policy, is counted on the root element.
(() => {
  const root = document.documentElement;
  const note = (text) => { root.dataset.errors = `${root.dataset.errors ?? ""}${text}\n`; };
  addEventListener("error", (event) => note(event.message ?? "error"), true);
  addEventListener("unhandledrejection", (event) => note(String(event.reason)));
  addEventListener("securitypolicyviolation", (event) => note(`${event.violatedDirective}: ${event.blockedURI}`));
})();
