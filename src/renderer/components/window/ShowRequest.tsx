import { Menu } from '@mantine/core'
import { FileSearch } from 'lucide-react'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { showRequests } from '../../platform/navigation.ts'
import buttons from '../buttons.module.css'

/** Opens what was sent for a message or job, and what came. */
export function ShowRequest({ itemId }: { itemId: string }) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      className={`${buttons.icon} ${buttons.tiny}`}
      aria-label={t('message.showRequest')}
      title={t('message.showRequest')}
      onClick={() => showRequests(itemId)}
    >
      <FileSearch size={15} />
    </button>
  )
}

/** The same as an item of a menu. */
export function ShowRequestItem({ itemId }: { itemId: string }) {
  const { t } = useTranslation()
  return (
    <Menu.Item leftSection={<FileSearch size={15} />} onClick={() => showRequests(itemId)}>
      {t('message.showRequest')}
    </Menu.Item>
  )
}
