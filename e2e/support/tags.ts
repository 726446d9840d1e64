/** What a test of this tag shows does not depend on how wide the window is: once is enough. */
export const ANY_WIDTH = "@any-width";
