import { Menu } from '@mantine/core'
import { FileSearch } from 'lucide-react'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { showRequests } from '../../platform/navigation.ts'
import { IconButton } from '../IconButton.tsx'

/** Opens what was sent for a message or job, and what came. */
export function ShowRequest({ itemId }: { itemId: string }) {
  const { t } = useTranslation()
  return (
    <IconButton
      icon={FileSearch}
      words={t('message.showRequest')}
      iconSize={15}
      size="small"
      onClick={() => showRequests(itemId)}
    />
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
