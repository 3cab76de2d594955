import { useTranslation } from 'react-i18next'
import { baseOf, orientationOf } from '../../../../shared/video-models.ts'
import { ModelSelect } from '../../../components/model-picker/ModelSelect.tsx'
import { changeForm } from '../form-draft.ts'
import { pickedModels, useVideoTarget } from '../target.ts'
import { useVideos } from '../videos-store.ts'

/** Which model of which connection makes the video; its orientation is a field of its own. */
export function ModelField() {
  const { t } = useTranslation()
  const opened = useVideos((state) => state.pickerOpen)
  const { connection, base } = useVideoTarget()
  return (
    <ModelSelect
      label={t('videos.model')}
      opened={opened}
      onOpened={(pickerOpen) => useVideos.setState({ pickerOpen })}
      connection={connection}
      model={base}
      kind="video"
      offer={pickedModels}
      onChoose={(connectionId, chosen) => {
        useVideos.setState({ submitError: null })
        // a name that was typed in full says its orientation
        const typed = orientationOf(chosen) === 'landscape' ? { landscape: true } : {}
        changeForm({ connectionId, model: baseOf(chosen), ...typed })
      }}
    />
  )
}
