/** Maximum number of storyboards. */
export const storyboardsMax = 200
/** Maximum number of videos in one storyboard, including those in the bin. */
export const storyboardVideosMax = 200
/** Longest name of a storyboard, in UTF-16 units. */
export const storyboardNameMax = 80
