import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from './Button.tsx'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'aria-label' | 'children'> {
  readonly icon: LucideIcon
  /** Accessible name, shown as a tooltip. */
  readonly words: string
  readonly iconSize?: number
  /** 32 px in bars, 28 px elsewhere. */
  readonly size?: 'small' | 'regular'
}

/** A button with only an icon; `words` is its accessible name. */
export function IconButton({ icon: Icon, words, iconSize = 18, ...button }: IconButtonProps) {
  return (
    <Button kind="icon" aria-label={words} title={words} {...button}>
      <Icon size={iconSize} strokeWidth={1.75} />
    </Button>
  )
}
