import { Forward } from 'lucide-react'
import { type SentPicture, usePictureTargets } from '../../platform/feature.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import type { PanelId } from '../../platform/navigation.ts'
import { MenuItem } from '../menu/MenuItem.tsx'

interface SendToItemsProps {
  readonly picture: SentPicture
  /** The panel that shows the picture; null if it takes pictures too. */
  readonly from: PanelId | null
}

/** Menu items that send a picture to another panel. */
export function SendToItems({ picture, from }: SendToItemsProps) {
  // subscribes to language changes, so that labels are updated
  useTranslation()
  return usePictureTargets(picture.media, from).map((target) => (
    <MenuItem key={target.id} icon={Forward} onPress={() => target.take(picture)}>
      {target.label()}
    </MenuItem>
  ))
}
