import { Modal, type ModalProps } from '@mantine/core'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { useLateMount } from './late-mount.ts'

/** A dialog of the window that is there all the time, and is rendered from its first opening on. */
export function Dialog({ opened: asked, ...modal }: ModalProps) {
  const { t } = useTranslation()
  const { isMounted, opened } = useLateMount(asked)
  return isMounted ? <Modal closeButtonProps={{ 'aria-label': t('app.close') }} {...modal} opened={opened} /> : null
}
