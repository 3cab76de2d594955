import { type FilePick, type FilePickOptions, useFilePick } from '../forms/use-file-pick.tsx'
import { useRequestCount } from './use-request-count.ts'

interface FileChoiceOptions extends FilePickOptions {
  /** The panel, and a count that changes with each request to open the file dialog. */
  readonly request: { readonly panel: string; readonly count: number }
}

/** Returns a file dialog that a button of the form, a command or an error's step can open. */
export function useFileChoice({ request, ...options }: FileChoiceOptions): FilePick {
  const pick = useFilePick(options)
  useRequestCount(`${request.panel} file`, request.count, pick.choose)
  return pick
}
