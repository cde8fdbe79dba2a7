/** What a composer needs once somebody writes in it. */
import "@github/markdown-toolbar-element";
import "@github/text-expander-element";

export { pressFormatKey } from "./formatKeys";
export { Preview } from "./Preview";
export { Tools } from "./Tools";
