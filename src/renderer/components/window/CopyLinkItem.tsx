import i18next from 'i18next'
import { Link } from 'lucide-react'
import type { HistoryKey } from '../../../shared/history.ts'
import { openLinkOf } from '../../../shared/links/app-link.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { showToast } from '../../platform/toasts.ts'
import { MenuItem } from '../menu/MenuItem.tsx'
import { copyText } from '../words/clipboard.ts'

/** A menu item that copies the link which opens an item on this computer. */
export function CopyLinkItem({ item }: { readonly item: HistoryKey }) {
  const { t } = useTranslation()
  const copy = async (): Promise<void> => {
    const isCopied = await copyText(openLinkOf(item))
    showToast(i18next.t(isCopied ? 'links.copied' : 'links.copyFailed'))
  }
  return (
    <MenuItem icon={Link} onPress={() => void copy()}>
      {t('links.copy')}
    </MenuItem>
  )
}
