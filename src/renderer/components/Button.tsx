import type { ComponentProps } from 'react'
import styles from './Button.module.css'

/** `row` fills its line, as an entry of a list. `plain` has no look of its own: its style is the caller's. */
type ButtonKind = 'primary' | 'quiet' | 'danger' | 'icon' | 'chip' | 'link' | 'row' | 'plain'

type ButtonSize = 'small' | 'regular' | 'wide'

interface ButtonProps extends ComponentProps<'button'> {
  readonly kind?: ButtonKind
  readonly size?: ButtonSize
}

const sizes: Record<ButtonSize, string | undefined> = { small: styles.small, regular: undefined, wide: styles.wide }

/** The only button of the page: a quiet one of 32 px that submits no form, unless the caller says otherwise. */
export function Button({ kind = 'quiet', size = 'regular', className, type = 'button', ...button }: ButtonProps) {
  const names = [styles[kind], sizes[size], className].filter((name) => name !== undefined)
  return <button type={type} className={names.join(' ')} {...button} />
}
