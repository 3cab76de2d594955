import type { ComponentProps } from 'react'
import styles from './Button.module.css'

/** `row` fills its line, as an entry of a list. `plain` has no style of its own; the caller gives it one. */
type ButtonKind = 'primary' | 'quiet' | 'danger' | 'icon' | 'chip' | 'link' | 'row' | 'plain'

type ButtonSize = 'small' | 'regular' | 'wide'

interface ButtonProps extends ComponentProps<'button'> {
  readonly kind?: ButtonKind
  readonly size?: ButtonSize
}

const sizes: Record<ButtonSize, string | undefined> = { small: styles.small, regular: undefined, wide: styles.wide }

/** The page's only button component: by default quiet, 32 px high, and without submitting a form. */
export function Button({ kind = 'quiet', size = 'regular', className, type = 'button', ...button }: ButtonProps) {
  const names = [styles[kind], sizes[size], className].filter((name) => name !== undefined)
  return <button type={type} className={names.join(' ')} {...button} />
}
