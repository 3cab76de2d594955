import { type ReactNode, useRef } from 'react'
import { useRequestCount } from './use-request-count.ts'

interface FileChoice {
  /** The hidden field; render it once. */
  readonly input: ReactNode
  /** Opens the file dialog. */
  readonly choose: () => void
}

interface FileChoiceOptions {
  readonly accept: string
  readonly multiple?: boolean
  /** The panel, and a count that changes with each request to open the file dialog. */
  readonly request: { readonly panel: string; readonly count: number }
  readonly onFiles: (files: readonly File[]) => void
}

/** Returns a file dialog that a button of the form, a command or an error's step can open. */
export function useFileChoice({ accept, multiple = false, onFiles, request }: FileChoiceOptions): FileChoice {
  const field = useRef<HTMLInputElement>(null)
  const choose = () => field.current?.click()
  useRequestCount(`${request.panel} file`, request.count, choose)
  const input = (
    <input
      ref={field}
      type="file"
      accept={accept}
      multiple={multiple}
      hidden
      onChange={(event) => {
        const files = [...(event.currentTarget.files ?? [])]
        // the same file can be chosen once more
        event.currentTarget.value = ''
        onFiles(files)
      }}
    />
  )
  return { input, choose }
}
