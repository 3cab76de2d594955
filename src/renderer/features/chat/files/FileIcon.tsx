import { FileText } from 'lucide-react'
import classes from './FileIcon.module.css'
import { fileTint } from './file-tint.ts'

/** The icon of a file, tinted by its type. */
export function FileIcon({ name }: { readonly name: string }) {
  return (
    <span className={classes.icon} data-tint={fileTint(name)} aria-hidden="true">
      <FileText size={16} strokeWidth={1.75} />
    </span>
  )
}
