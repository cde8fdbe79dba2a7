/** The header of an answer that the service worker kept: the time of it, in milliseconds. */
export const AS_OF = "X-As-Of";
