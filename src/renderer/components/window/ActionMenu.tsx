import { Menu, type MenuItemProps } from '@mantine/core'
import { useUncontrolled } from '@mantine/hooks'
import { Ellipsis } from 'lucide-react'
import { createContext, type ReactNode, useContext } from 'react'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { IconButton } from '../IconButton.tsx'
import { useAfterClose } from './after-close.ts'

interface ActionMenuProps {
  /** In CSS px. */
  readonly width: number
  /** Where the menu opens; by default below its button, with the same right edge. */
  readonly position?: 'bottom-end' | 'top-start'
  /** The button that opens the menu. */
  readonly target: ReactNode
  /** The menu's items. */
  readonly children: ReactNode
  /** Set if something else opens the menu as well, such as a context menu. */
  readonly opened?: boolean
  readonly onChange?: (opened: boolean) => void
}

const AfterClose = createContext<(run: () => void) => void>((run) => run())

/** A menu of actions, opened by a button. */
export function ActionMenu({ width, position = 'bottom-end', target, children, opened, onChange }: ActionMenuProps) {
  const [shown, setShown] = useUncontrolled({
    defaultValue: false,
    finalValue: false,
    ...(opened === undefined ? {} : { value: opened }),
    ...(onChange === undefined ? {} : { onChange }),
  })
  const afterClose = useAfterClose(shown)
  return (
    <AfterClose value={afterClose}>
      <Menu opened={shown} onChange={setShown} position={position} width={width} withInitialFocusPlaceholder={false}>
        <Menu.Target>{target}</Menu.Target>
        <Menu.Dropdown>{children}</Menu.Dropdown>
      </Menu>
    </AfterClose>
  )
}

interface OpeningItemProps extends MenuItemProps {
  readonly children: ReactNode
  readonly onOpen: () => void
}

/** An `ActionMenu` item that opens a field or dialog, after the menu's button has regained the focus. */
export function OpeningItem({ onOpen, children, ...item }: OpeningItemProps) {
  const afterClose = useContext(AfterClose)
  return (
    <Menu.Item {...item} onClick={() => afterClose(onOpen)}>
      {children}
    </Menu.Item>
  )
}

interface MoreMenuProps {
  /** In CSS px. */
  readonly width: number
  readonly disabled?: boolean
  /** The menu's items. */
  readonly children: ReactNode
}

/** A menu of further actions, opened by three dots at the end of a bar. */
export function MoreMenu({ width, disabled = false, children }: MoreMenuProps) {
  const { t } = useTranslation()
  return (
    <ActionMenu width={width} target={<IconButton icon={Ellipsis} words={t('app.more')} disabled={disabled} />}>
      {children}
    </ActionMenu>
  )
}
