import { Popover } from '@mantine/core'
import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useApp } from '../../../app/app-store.ts'
import classes from '../../../components/form-column.module.css'
import { ModelList } from '../../../components/model-picker/ModelList.tsx'
import { changeForm } from '../form-draft.ts'
import { useStudio } from '../studio-store.ts'
import { useImageTarget } from '../target.ts'

/** Which model of which connection makes the image. */
export function ModelField() {
  const { t } = useTranslation()
  const id = useId()
  const opened = useStudio((state) => state.pickerOpen)
  const several = useApp((state) => state.connections.connections.length > 1)
  const { connection, model } = useImageTarget()
  const close = () => useStudio.setState({ pickerOpen: false })
  const name = model === '' ? t('models.none') : model
  return (
    <div>
      <div id={id} className={classes.label}>
        {t('images.model')}
      </div>
      <Popover opened={opened} onDismiss={close} position="bottom-start" width={340} trapFocus returnFocus>
        <Popover.Target>
          <button
            type="button"
            className={classes.select}
            aria-haspopup="dialog"
            aria-label={`${t('images.model')}: ${name}${several && connection !== null ? ` · ${connection.name}` : ''}`}
            onClick={() => useStudio.setState({ pickerOpen: !opened })}
          >
            <b>{name}</b>
            <span>{several && connection !== null ? `· ${connection.name}` : ''}</span>
            <ChevronDown size={14} aria-hidden="true" />
          </button>
        </Popover.Target>
        <Popover.Dropdown className={classes.dropdown} aria-label={t('models.pick')}>
          <ModelList
            connection={connection}
            model={model}
            kind="image"
            onChoose={(connectionId, chosen) => {
              close()
              useStudio.setState({ submitError: null })
              changeForm({ type: 'changed', change: { connectionId, model: chosen } })
            }}
            onClose={close}
          />
        </Popover.Dropdown>
      </Popover>
    </div>
  )
}
