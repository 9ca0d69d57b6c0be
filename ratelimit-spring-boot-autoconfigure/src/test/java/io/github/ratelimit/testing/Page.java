package io.github.ratelimit.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A page of the documentation with a part that is measured, between two comments.
 *
 * @param file the page
 * @param part what the comments call the part
 */
public record Page(Path file, String part) {

    /** Puts this between the two comments. */
    public void write(String tables) throws IOException {
        String beginMark = "<!-- " + part + ": begin, written by the command above -->\n";
        String endMark = "<!-- " + part + ": end -->\n";
        String page = Files.readString(file);
        int begin = page.indexOf(beginMark);
        int end = page.indexOf(endMark);
        if (begin < 0 || end < begin) {
            throw new IllegalStateException(file + " has no place for the tables: " + beginMark + endMark);
        }
        Files.writeString(
                file, page.substring(0, begin + beginMark.length()) + "\n" + tables + "\n" + page.substring(end));
    }
}
