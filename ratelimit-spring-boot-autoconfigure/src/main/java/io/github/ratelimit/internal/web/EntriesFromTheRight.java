package io.github.ratelimit.internal.web;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a comma-separated header, the last one first. Since what stands to the left is not looked at, nothing
 * that a client wrote changes how the entries of the proxies after it are read, such as a quote that is never closed.
 * The work is bounded: there are at most 32 entries of at most 1,024 characters, and whatever follows is not read.
 */
final class EntriesFromTheRight {

    private static final int MAX_ENTRIES = 32;
    private static final int LONGEST = 1_024;

    private final List<String> lines;
    private final boolean quoting;
    private int left = MAX_ENTRIES;
    private int line;
    private int end;

    /**
     * Reads these lines as one list.
     *
     * @param quoting whether a comma within quotes separates nothing
     */
    EntriesFromTheRight(List<String> lines, boolean quoting) {
        this.lines = lines;
        this.quoting = quoting;
        goTo(lines.size() - 1);
    }

    /** The next entry to the left, without white space around it; null if there is none, or it is too long. */
    @Nullable
    String next() {
        if (line < 0 || left == 0) {
            return null;
        }
        String text = lines.get(line);
        int begin = begin(text);
        if (end - begin > LONGEST) {
            left = 0;
            return null;
        }
        String entry = trimmed(text, begin, end);
        left--;
        if (begin == 0) {
            goTo(line - 1);
        } else {
            end = begin - 1;
        }
        return entry;
    }

    private void goTo(int index) {
        line = index;
        end = index < 0 ? 0 : lines.get(index).length();
    }

    /** Where the entry begins: behind a comma, or with the line. Not sought farther than an entry may reach. */
    private int begin(String text) {
        boolean quoted = false;
        int begin = end;
        while (begin > 0 && end - begin <= LONGEST) {
            char before = text.charAt(begin - 1);
            if (before == ',' && !quoted) {
                break;
            }
            if (quoting && before == '"' && !isEscaped(text, begin - 1)) {
                quoted = !quoted;
            }
            begin--;
        }
        return begin;
    }

    private static boolean isEscaped(String text, int index) {
        int backslashes = 0;
        while (backslashes < index && text.charAt(index - 1 - backslashes) == '\\') {
            backslashes++;
        }
        return backslashes % 2 == 1;
    }

    private static String trimmed(String text, int begin, int end) {
        int first = begin;
        int last = end;
        while (first < last && isWhitespace(text.charAt(first))) {
            first++;
        }
        while (last > first && isWhitespace(text.charAt(last - 1))) {
            last--;
        }
        return text.substring(first, last);
    }

    static boolean isWhitespace(char character) {
        return character == ' ' || character == '\t';
    }
}
