package io.github.ratelimit.faults;

/** The label of a call: {@code <path> <status> <what decided it>}, the last word only if it is known. */
final class Label {

    private Label() {}

    static String of(String path, int status, String decidedBy) {
        return (path + " " + status + " " + decidedBy).trim();
    }

    /** The path that was asked for; what happened instead if the call failed without a status. */
    static String path(String label) {
        return label.contains(" ") ? label.substring(0, label.indexOf(' ')) : label;
    }

    /** Status and what decided; all of it if the call failed without a status. */
    static String answer(String label) {
        return label.substring(label.indexOf(' ') + 1);
    }

    /** Whether the limit was decided as it should be: peers have nothing but their store. */
    static boolean isByTheStore(String label) {
        return label.endsWith(" 200 store") || label.endsWith(" 200");
    }
}
