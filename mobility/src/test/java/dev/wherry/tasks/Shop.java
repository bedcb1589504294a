package dev.wherry.tasks;

/** Both sides have it: public, since what a task brings along lives in another loader than this. */
public interface Shop {
    String sell(int count);

    class Sold implements Shop {
        @Override
        public String sell(int count) {
            return count + " sold";
        }
    }
}
