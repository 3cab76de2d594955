import type { MouseEvent, ReactNode } from 'react'
import { openLink } from '../../app/external-link.ts'

/** A link in what a model wrote: shows where it leads, and opens only through the one door. */
export function ExternalLink({ url, children }: { url: string; children?: ReactNode }) {
  const open = (event: MouseEvent): void => {
    event.preventDefault()
    void openLink(url)
  }
  // anything but a web address is no link at all, only words
  if (!/^https?:\/\//i.test(url)) return <span>{children}</span>
  return (
    <a href={url} title={url} rel="noopener noreferrer" onClick={open} onAuxClick={open}>
      {children}
    </a>
  )
}
