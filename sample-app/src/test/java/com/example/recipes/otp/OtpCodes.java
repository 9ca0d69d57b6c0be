package com.example.recipes.otp;

/** Where your codes are kept: good once, for a few minutes, the newest of each phone, which is in E.164 form. */
interface OtpCodes {

    /** A new code for this phone. */
    String issue(String phone);

    /** Whether this is the phone's code; if so, it is used up. */
    boolean redeem(String phone, String code);
}
