import type { MouseEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { openLink } from '../../platform/external-link.ts'
import { showToast } from '../../platform/toasts.ts'

/** A link in what a model wrote: shows where it leads, and opens only through the one door. */
export function ExternalLink({ url, children }: { url: string; children?: ReactNode }) {
  const { t } = useTranslation()
  const open = (event: MouseEvent): void => {
    event.preventDefault()
    void openLink(url).then((opened) => {
      if (!opened) showToast(t('errors.link_refused.title'))
    })
  }
  // anything but a web address is no link at all, only words
  if (!/^https?:\/\//i.test(url)) return <span>{children}</span>
  return (
    <a href={url} title={url} rel="noopener noreferrer" onClick={open} onAuxClick={open}>
      {children}
    </a>
  )
}
