import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionMenu } from './ActionMenu.tsx'
import { IconButton } from './IconButton.tsx'

interface MoreMenuProps {
  /** In CSS px. */
  readonly width: number
  readonly disabled?: boolean
  /** The menu's items. */
  readonly children: ReactNode
}

/** What else can be done, behind three dots at the end of a bar. */
export function MoreMenu({ width, disabled = false, children }: MoreMenuProps) {
  const { t } = useTranslation()
  return (
    <ActionMenu width={width} target={<IconButton icon={Ellipsis} words={t('app.more')} disabled={disabled} />}>
      {children}
    </ActionMenu>
  )
}
