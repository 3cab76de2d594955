/** Maximum number of storyboards. */
export const storyboardsMax = 200
/** Maximum number of videos in one storyboard, including those in the bin. */
export const storyboardVideosMax = 200
/** Longest name of a storyboard, in UTF-16 units. */
export const storyboardNameMax = 80
/** Size of the pieces in which the page hands over an encoded film, in bytes, so that none is large in memory. */
export const filmPieceBytes = 32 * 1024 * 1024
/** Maximum number of such pieces. */
export const filmPiecesMax = 1_000
