import { Globe } from 'lucide-react'
import type { Message } from '../../../../shared/chat.ts'
import { MenuItem } from '../../../components/menu/MenuItem.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { lineText } from '../../../platform/line-text.ts'
import { addPage } from '../actions/add-page.ts'
import { currentTextOf } from '../actions/answer-actions.ts'
import { useChat } from '../state/chat-store.ts'
import { isTemporaryOpen } from '../state/temporary-open.ts'
import { linksIn } from './links-in.ts'

/** Menu items that read a page linked in a message, as a file for the next message. */
export function ReadPageItems({ message }: { readonly message: Message }) {
  const { t } = useTranslation()
  const isTemporary = useChat(isTemporaryOpen)
  if (isTemporary) return null
  return linksIn(currentTextOf(message)).map((url) => (
    <MenuItem key={url} icon={Globe} onPress={() => void addPage(url)}>
      {t('web.readLink', { host: lineText(new URL(url).host + new URL(url).pathname.replace(/^\/$/, ''), 40) })}
    </MenuItem>
  ))
}
