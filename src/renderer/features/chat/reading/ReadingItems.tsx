import { CodeXml, Volume2 } from 'lucide-react'
import type { Message } from '../../../../shared/chat.ts'
import { MenuItem } from '../../../components/menu/MenuItem.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { readAloud } from '../actions/read-aloud.ts'
import { toggleRaw, useIsRaw } from '../state/raw-store.ts'

/** Ways to read an answer, in its menu. */
export function ReadingItems({ message }: { message: Message }) {
  const { t } = useTranslation()
  const isRaw = useIsRaw(message.id)
  if (message.role === 'user' || message.text === '') return null
  return (
    <>
      <MenuItem icon={Volume2} onPress={() => void readAloud(message)}>
        {t('reading.readAloud')}
      </MenuItem>
      <MenuItem icon={CodeXml} onPress={() => toggleRaw(message.id)}>
        {t(isRaw ? 'reading.showFormatted' : 'reading.showRaw')}
      </MenuItem>
    </>
  )
}
