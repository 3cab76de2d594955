import { Menu as MantineMenu } from '@mantine/core'
import { useUncontrolled } from '@mantine/hooks'
import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { IconButton, type IconButtonProps } from '../IconButton.tsx'
import { useAfterClose } from '../window/after-close.ts'
import classes from './menu.module.css'
import { AfterClose } from './menu-close.ts'

interface MenuParts {
  /** Width of the menu, in CSS px. */
  readonly width?: number | undefined
  /** Position of the menu; by default below its button, with the same right edge. */
  readonly position?: 'bottom-end' | 'bottom-start' | 'top-start' | 'top-end' | undefined
  /** The menu's items, then its groups, and `DeleteItem` last. */
  readonly children: ReactNode
  /** State of a menu that can also be opened otherwise, for example by a right click. */
  readonly opened?: boolean | undefined
  readonly onChange?: ((opened: boolean) => void) | undefined
}

interface MenuProps extends MenuParts {
  /** The button that opens the menu. Its accessible name is the menu's name too. */
  readonly trigger: ReactNode
  /** Renders the menu next to its button, for views that can fill the screen. */
  readonly isInPlace?: boolean
}

/** A menu, opened by a button, which regains the focus before an item runs. */
export function Menu(props: MenuProps) {
  const { trigger, width = 220, position = 'bottom-end', isInPlace = false, children, opened, onChange } = props
  const [shown, setShown] = useUncontrolled({
    defaultValue: false,
    finalValue: false,
    ...(opened === undefined ? {} : { value: opened }),
    ...(onChange === undefined ? {} : { onChange }),
  })
  const afterClose = useAfterClose(shown)
  return (
    <AfterClose value={afterClose}>
      <MantineMenu
        opened={shown}
        onChange={setShown}
        position={position}
        width={width}
        withinPortal={!isInPlace}
        classNames={{ itemLabel: classes.label }}
        withInitialFocusPlaceholder={false}
      >
        <MantineMenu.Target>{trigger}</MantineMenu.Target>
        <MantineMenu.Dropdown>{children}</MantineMenu.Dropdown>
      </MantineMenu>
    </AfterClose>
  )
}

interface MoreMenuProps extends MenuParts, Omit<IconButtonProps, 'icon' | 'words' | keyof MenuParts> {
  /** Accessible name of the button, by default *More*. */
  readonly words?: string
}

/** A menu of further actions, opened by three dots; further properties are those of its button. */
export function MoreMenu({ width, position, children, opened, onChange, words, ...button }: MoreMenuProps) {
  const { t } = useTranslation()
  const iconSize = button.size === 'small' ? 16 : 18
  return (
    <Menu
      {...{ width, position, opened, onChange }}
      trigger={<IconButton icon={Ellipsis} words={words ?? t('app.more')} iconSize={iconSize} {...button} />}
    >
      {children}
    </Menu>
  )
}
