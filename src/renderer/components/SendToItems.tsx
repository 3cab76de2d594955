import { Menu } from '@mantine/core'
import { Forward } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type SentPicture, useSendTo } from '../platform/send-to.ts'

interface SendToItemsProps {
  readonly picture: SentPicture
  /** The feature that shows the picture. */
  readonly from: string
}

/** Menu entries that hand a picture to another panel. */
export function SendToItems({ picture, from }: SendToItemsProps) {
  // the labels are asked for anew when the language changes
  useTranslation()
  return useSendTo(picture.media, from).map((action) => (
    <Menu.Item
      key={action.id}
      leftSection={<Forward size={14} aria-hidden="true" />}
      onClick={() => action.run(picture)}
    >
      {action.label()}
    </Menu.Item>
  ))
}
