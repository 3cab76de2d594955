import { FileSearch } from 'lucide-react'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { IconButton } from '../IconButton.tsx'
import { MenuItem } from '../menu/MenuItem.tsx'
import { openDetails } from '../requests/details-store.ts'

/** A button that opens the requests of a message or job, with everything sent and received. */
export function ShowRequest({ itemId }: { itemId: string }) {
  const { t } = useTranslation()
  return (
    <IconButton
      icon={FileSearch}
      words={t('message.showRequest')}
      iconSize={15}
      size="small"
      onClick={() => openDetails(itemId)}
    />
  )
}

/** A menu item that opens the requests of a message or job, with everything sent and received. */
export function ShowRequestItem({ itemId }: { itemId: string }) {
  const { t } = useTranslation()
  return (
    <MenuItem icon={FileSearch} onPress={() => openDetails(itemId)}>
      {t('message.showRequest')}
    </MenuItem>
  )
}
