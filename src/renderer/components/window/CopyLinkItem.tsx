import { Menu } from '@mantine/core'
import i18next from 'i18next'
import { Link } from 'lucide-react'
import type { HistoryKey } from '../../../shared/history.ts'
import { openLinkOf } from '../../../shared/links/app-link.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { showToast } from '../../platform/toasts.ts'
import { copyText } from '../words/clipboard.ts'

/** A menu item that copies the link which opens an item on this computer. */
export function CopyLinkItem({ item }: { readonly item: HistoryKey }) {
  const { t } = useTranslation()
  const copy = async (): Promise<void> => {
    const isCopied = await copyText(openLinkOf(item))
    showToast(i18next.t(isCopied ? 'links.copied' : 'links.copyFailed'))
  }
  return (
    <Menu.Item leftSection={<Link size={15} aria-hidden />} onClick={() => void copy()}>
      {t('links.copy')}
    </Menu.Item>
  )
}
