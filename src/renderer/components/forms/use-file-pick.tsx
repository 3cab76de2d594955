import { type ReactNode, useRef } from 'react'

export interface FilePick {
  /** The hidden field; render it once. */
  readonly input: ReactNode
  /** Opens the file dialog. */
  readonly choose: () => void
}

export interface FilePickOptions {
  readonly accept?: string
  readonly multiple?: boolean
  readonly label?: string
  readonly onFiles: (files: readonly File[]) => void
}

/** Returns a file dialog; `onFiles` is not called for an empty choice. */
export function useFilePick({ accept, label, multiple = false, onFiles }: FilePickOptions): FilePick {
  const field = useRef<HTMLInputElement>(null)
  const input = (
    <input
      ref={field}
      type="file"
      accept={accept}
      multiple={multiple}
      hidden
      aria-label={label}
      onChange={(event) => {
        const files = [...(event.currentTarget.files ?? [])]
        // the same file can be chosen once more
        event.currentTarget.value = ''
        if (files.length > 0) onFiles(files)
      }}
    />
  )
  return { input, choose: () => field.current?.click() }
}
