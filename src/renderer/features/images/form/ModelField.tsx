import { useTranslation } from 'react-i18next'
import { ModelSelect } from '../../../components/model-picker/ModelSelect.tsx'
import { changeForm } from '../form-draft.ts'
import { useStudio } from '../studio-store.ts'
import { useImageTarget } from '../target.ts'

/** Which model of which connection makes the image. */
export function ModelField() {
  const { t } = useTranslation()
  const opened = useStudio((state) => state.pickerOpen)
  const { connection, model } = useImageTarget()
  return (
    <ModelSelect
      label={t('images.model')}
      opened={opened}
      onOpened={(pickerOpen) => useStudio.setState({ pickerOpen })}
      connection={connection}
      model={model}
      kind="image"
      onChoose={(connectionId, chosen) => {
        useStudio.setState({ submitError: null })
        changeForm({ type: 'changed', change: { connectionId, model: chosen } })
      }}
    />
  )
}
