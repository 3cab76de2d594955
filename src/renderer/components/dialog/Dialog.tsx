import { Modal } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { useLateMount } from '../window/late-mount.ts'

/** Widths of dialogs, as Mantine names them. */
const widths = { medium: 'md', large: 'lg', wide: 'xl' } as const

type DialogSize = keyof typeof widths

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  /** Omitted: open while rendered. Given: renders nothing before it is first true. */
  readonly opened?: boolean | undefined
  readonly size?: DialogSize | undefined
  /** Dims the page only slightly, so that the effect of its settings stays visible. */
  readonly sheer?: boolean
  readonly children: ReactNode
}

/** A dialog of the window. Escape, a click outside and its close button all call `onClose`. */
export function Dialog({ children, onClose, opened, sheer = false, size = 'medium', title }: DialogProps) {
  const { t } = useTranslation()
  const late = useLateMount(opened ?? false)
  // the first focus belongs to the body; from the first key on, the close button is reached like the rest
  const [isTyped, setTyped] = useState(false)
  if (opened !== undefined && !late.isMounted) return null
  return (
    <Modal
      opened={opened === undefined || late.opened}
      onClose={onClose}
      title={title}
      size={widths[size]}
      closeButtonProps={{ 'aria-label': t('app.close'), tabIndex: isTyped ? 0 : -1 }}
      onKeyDownCapture={() => setTyped(true)}
      onExitTransitionEnd={() => setTyped(false)}
      {...(sheer ? { overlayProps: { backgroundOpacity: 0.08 } } : {})}
    >
      {children}
    </Modal>
  )
}
