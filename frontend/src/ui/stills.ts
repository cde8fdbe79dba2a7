import { useMediaQuery } from "./useMediaQuery";

export const REDUCED_MOTION = "(prefers-reduced-motion: reduce)";
/** Only uploads that move have this ending; their smaller sizes are stills. */
const ANIMATION = /^\/images\/u\/[0-9a-z]+\.webp$/;

/** The address of a picture, or of its still for people who prefer less motion. */
export function useStill(src: string): string {
  return useMediaQuery(REDUCED_MOTION) ? still(src) : src;
}

/** The address of the still of an uploaded animation; that of any other picture as it is. */
export function still(src: string): string {
  return ANIMATION.test(src) ? `${src}?size=400` : src;
}

/** The address of what a still shows, to be opened on purpose. */
export function moving(src: string): string {
  return src.replace(/(\/images\/u\/[0-9a-z]+\.webp)\?size=400$/, "$1");
}
