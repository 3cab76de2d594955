import { Popover } from '@mantine/core'
import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { baseOf, orientationOf } from '../../../../shared/video-models.ts'
import { useApp } from '../../../app/app-store.ts'
import classes from '../../../components/form-column.module.css'
import { ModelList } from '../../../components/model-picker/ModelList.tsx'
import { changeForm } from '../form-draft.ts'
import { pickedModels, useVideoTarget } from '../target.ts'
import { useVideos } from '../videos-store.ts'

/** Which model of which connection makes the video; its orientation is a field of its own. */
export function ModelField() {
  const { t } = useTranslation()
  const id = useId()
  const opened = useVideos((state) => state.pickerOpen)
  const several = useApp((state) => state.connections.connections.length > 1)
  const { connection, base } = useVideoTarget()
  const close = () => useVideos.setState({ pickerOpen: false })
  const name = base === '' ? t('models.none') : base
  return (
    <div>
      <div id={id} className={classes.label}>
        {t('videos.model')}
      </div>
      <Popover opened={opened} onDismiss={close} position="bottom-start" width={340} trapFocus returnFocus>
        <Popover.Target>
          <button
            type="button"
            className={classes.select}
            aria-haspopup="dialog"
            aria-label={`${t('videos.model')}: ${name}${several && connection !== null ? ` · ${connection.name}` : ''}`}
            onClick={() => useVideos.setState({ pickerOpen: !opened })}
          >
            <b>{name}</b>
            <span>{several && connection !== null ? `· ${connection.name}` : ''}</span>
            <ChevronDown size={14} aria-hidden="true" />
          </button>
        </Popover.Target>
        <Popover.Dropdown className={classes.dropdown} aria-label={t('models.pick')}>
          <ModelList
            connection={connection}
            model={base}
            kind="video"
            offer={pickedModels}
            onChoose={(connectionId, chosen) => {
              close()
              useVideos.setState({ submitError: null })
              // a name that was typed in full says its orientation
              const typed = orientationOf(chosen) === 'landscape' ? { landscape: true } : {}
              changeForm({ connectionId, model: baseOf(chosen), ...typed })
            }}
            onClose={close}
          />
        </Popover.Dropdown>
      </Popover>
    </div>
  )
}
