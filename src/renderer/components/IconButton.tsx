import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import buttons from './buttons.module.css'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'aria-label' | 'children'> {
  readonly icon: LucideIcon
  /** Accessible name, shown as a tooltip. */
  readonly words: string
  readonly iconSize?: number
}

/** A button with only an icon; `words` is its accessible name. */
export function IconButton({ icon: Icon, words, iconSize = 18, className, ...button }: IconButtonProps) {
  return (
    <button
      type="button"
      className={className === undefined ? buttons.icon : `${buttons.icon} ${className}`}
      aria-label={words}
      title={words}
      {...button}
    >
      <Icon size={iconSize} strokeWidth={1.75} />
    </button>
  )
}
