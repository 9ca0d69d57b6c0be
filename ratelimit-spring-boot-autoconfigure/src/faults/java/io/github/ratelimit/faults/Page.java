package io.github.ratelimit.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A page of the documentation with a part that is measured. */
record Page(Path file) {

    private static final String BEGIN = "<!-- faults: begin, written by the command above -->\n";
    private static final String END = "<!-- faults: end -->\n";

    /** Puts this between the two comments. */
    void write(String tables) throws IOException {
        String page = Files.readString(file);
        int begin = page.indexOf(BEGIN);
        int end = page.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new IllegalStateException(file + " has no place for the tables: " + BEGIN + END);
        }
        Files.writeString(file, page.substring(0, begin + BEGIN.length()) + "\n" + tables + "\n" + page.substring(end));
    }
}
