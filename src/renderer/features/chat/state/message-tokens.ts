import type { AttachedFile } from '../../../../shared/attached-file.ts'
import type { MediaItem } from '../../../../shared/media.ts'
import { estimateTokens } from '../../../../shared/passages/token-estimate.ts'
import { tokensOfPictures } from '../../../../shared/picture-tokens.ts'

/** Returns the tokens of a message that is not sent yet, with its files and pictures. */
export function messageTokens(
  text: string,
  files: readonly Pick<AttachedFile, 'tokens'>[],
  pictures: readonly Pick<MediaItem, 'width' | 'height'>[] = [],
): number {
  return estimateTokens(text).tokens + files.reduce((sum, { tokens }) => sum + tokens, 0) + tokensOfPictures(pictures)
}
