import { PathDialog } from '../../../components/dialog/PathDialog.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { choosePath } from './watch-actions.ts'

/** A field for the path of the watched folder. */
export function WatchPathDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <PathDialog
      title={t('transcription.watch.pathTitle')}
      text={t('transcription.watch.pathText')}
      label={t('transcription.watch.path')}
      submit={t('transcription.watch.pathDo')}
      onChoose={choosePath}
      onClose={onClose}
    />
  )
}
