import { Popover } from '@mantine/core'
import { ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import buttons from '../../../components/buttons.module.css'
import { Line } from '../../../components/Line.tsx'
import { ModelList } from '../../../components/model-picker/ModelList.tsx'
import { modelWords, openModels } from '../../../components/model-picker/model-words.ts'
import { chooseModel } from '../chat-actions.ts'
import { useChat } from '../chat-store.ts'
import { useTarget } from '../target.ts'
import classes from './ModelPicker.module.css'

/** Shows which model of which connection answers, and lets the person choose another. */
export function ModelPicker() {
  const { t } = useTranslation()
  const opened = useChat((state) => state.pickerOpen)
  const { connection, model } = useTarget()
  const name = modelWords(t, { connection, model })
  const of = connection === null ? '' : `· ${connection.name}`
  const close = () => useChat.setState({ pickerOpen: false })
  return (
    <Popover opened={opened} onDismiss={close} position="bottom-start" width={380} trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={`${buttons.chip} ${classes.chip}`}
          aria-haspopup="dialog"
          aria-label={[model === '' ? name : `${t('models.pick')}: ${name}`, of]
            .filter((words) => words !== '')
            .join(' ')}
          title={[name, of].join(' ').trim()}
          onClick={() => openModels({ connection, model }, () => useChat.setState({ pickerOpen: !opened }))}
        >
          <b>
            <Line text={name} />
          </b>
          {of === '' ? null : (
            <span>
              <Line text={of} />
            </span>
          )}
          <ChevronDown size={13} aria-hidden="true" />
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} aria-label={t('models.pick')}>
        <ModelList
          connection={connection}
          model={model}
          kind="chat"
          onChoose={(id, name) => void chooseModel(id, name)}
          onClose={close}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
