import type { AttachedFile } from '../../../../shared/attached-file.ts'
import { estimateTokens } from '../../../../shared/passages/token-estimate.ts'

/** Tokens of a message that is not sent yet, with its files. */
export function messageTokens(text: string, files: readonly Pick<AttachedFile, 'tokens'>[]): number {
  return estimateTokens(text).tokens + files.reduce((sum, { tokens }) => sum + tokens, 0)
}
