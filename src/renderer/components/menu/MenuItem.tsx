import { Menu } from '@mantine/core'
import { Check, type LucideIcon } from 'lucide-react'
import { type ComponentProps, type ReactNode, useContext, useId } from 'react'
import type { ShortcutId } from '../../../shared/shortcut-table.ts'
import { useShortcutKeys } from '../../platform/shortcuts.ts'
import classes from './menu.module.css'
import { AfterClose } from './menu-close.ts'

export interface MenuItemProps {
  readonly icon?: LucideIcon
  readonly children: ReactNode
  /** Shortcut that does the same; its keys are shown at the right. */
  readonly shortcut?: ShortcutId | undefined
  /** Text at the right: keys that cannot be changed, or a count. */
  readonly aside?: string
  readonly disabled?: boolean
  /** Runs after the menu has closed, so it may open a dialog or move the focus. */
  readonly onPress: (event: React.MouseEvent) => void
}

/** An action in a `Menu`. */
export function MenuItem({ className, ...item }: MenuItemProps & { readonly className?: string | undefined }) {
  const { icon: Icon, children, shortcut, disabled = false, onPress } = item
  const keys = useShortcutKeys()
  const afterClose = useContext(AfterClose)
  const aside = shortcut === undefined ? item.aside : keys(shortcut)
  return (
    <Menu.Item
      className={className}
      leftSection={Icon === undefined ? null : <Icon className={classes.icon} />}
      rightSection={aside == null ? null : <span className={classes.aside}>{aside}</span>}
      disabled={disabled}
      onClick={(event) => afterClose(() => onPress(event))}
    >
      {children}
    </Menu.Item>
  )
}

interface MenuChoiceProps {
  readonly isChecked: boolean
  /** True if several choices may be checked, instead of one of a group. */
  readonly isMultiple?: boolean
  readonly children: ReactNode
  readonly onChoose: () => void
}

/** A value in a `Menu`, with a mark if it is chosen. */
export function MenuChoice({ isChecked, isMultiple = false, children, onChoose }: MenuChoiceProps) {
  const afterClose = useContext(AfterClose)
  const item = {
    closeMenuOnClick: true,
    checked: isChecked,
    checkIcon: <Check className={classes.icon} />,
    classNames: { itemIndicator: classes.mark },
    onChange: () => afterClose(onChoose),
  }
  return isMultiple ? (
    <Menu.CheckboxItem {...item}>{children}</Menu.CheckboxItem>
  ) : (
    <Menu.RadioItem value="" {...item}>
      {children}
    </Menu.RadioItem>
  )
}

interface MenuGroupProps {
  readonly label?: string
  readonly children?: ReactNode
}

/** Items that belong together; a line separates them from the items above. */
export function MenuGroup({ label, children }: MenuGroupProps) {
  const id = useId()
  return (
    <fieldset className={classes.group} aria-labelledby={label === undefined ? undefined : id}>
      {label === undefined ? null : <MenuNote id={id}>{label}</MenuNote>}
      {children}
    </fieldset>
  )
}

/** A line of text in a `Menu`. */
export function MenuNote(note: ComponentProps<'div'>) {
  return <Menu.Label {...note} />
}
