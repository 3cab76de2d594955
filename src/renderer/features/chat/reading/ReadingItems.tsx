import { Menu } from '@mantine/core'
import { CodeXml, Volume2 } from 'lucide-react'
import type { Message } from '../../../../shared/chat.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { toggleRaw, useIsRaw } from './raw-store.ts'
import { readAloud } from './read-aloud.ts'

/** Ways to read an answer, in its menu. */
export function ReadingItems({ message }: { message: Message }) {
  const { t } = useTranslation()
  const isRaw = useIsRaw(message.id)
  if (message.role === 'user' || message.text === '') return null
  return (
    <>
      <Menu.Item leftSection={<Volume2 size={15} />} onClick={() => void readAloud(message)}>
        {t('reading.readAloud')}
      </Menu.Item>
      <Menu.Item leftSection={<CodeXml size={15} />} onClick={() => toggleRaw(message.id)}>
        {t(isRaw ? 'reading.showFormatted' : 'reading.showRaw')}
      </Menu.Item>
    </>
  )
}
