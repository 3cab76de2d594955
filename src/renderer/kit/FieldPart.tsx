import { Checkbox, NativeSelect, Switch, Textarea } from '@mantine/core'
import { useState } from 'react'
import { BoundedNumber } from '../components/forms/BoundedNumber.tsx'
import { Field } from '../components/forms/Field.tsx'
import form from '../components/forms/form-column.module.css'
import { Segments } from '../components/forms/Segments.tsx'
import { TextField } from '../components/forms/TextField.tsx'
import { Part, Sample } from './Part.tsx'
import { useSampleWords } from './sample-words.ts'

const nothing = (): void => undefined

/** Fields of forms. */
export function FieldPart() {
  const { choices, failed, hint, long, name } = useSampleWords()
  const [chosen, setChosen] = useState(0)
  const options = choices.map((words, value) => ({ value, words }))
  return (
    <Part name="Field">
      {(['hint', 'problem', 'disabled', 'long text'] as const).map((state) => (
        <Sample key={state} state={`Field, ${state}`}>
          <Field
            label={state === 'long text' ? long : name}
            hint={state === 'long text' ? long : hint}
            problem={state === 'problem' ? failed : null}
            isAnnounced={false}
          >
            {(control) => (
              <input
                {...control}
                className={form.text}
                autoComplete="off"
                defaultValue={state === 'long text' ? long : name}
                disabled={state === 'disabled'}
              />
            )}
          </Field>
        </Sample>
      ))}
      <Sample state="Field with Segments">
        <Field label={name} hint={hint}>
          <Segments label={name} value={chosen} options={options} onChoose={setChosen} />
        </Field>
      </Sample>
      <Sample state="TextField">
        <TextField label={name} description={hint} placeholder={long} onText={nothing} />
      </Sample>
      <Sample state="TextField, error">
        <TextField label={name} error={failed} defaultValue={name} onText={nothing} />
      </Sample>
      <Sample state="Textarea, disabled">
        <Textarea label={name} defaultValue={long} disabled />
      </Sample>
      <Sample state="NativeSelect">
        <NativeSelect label={name} description={hint} data={[...choices]} />
      </Sample>
      <Sample state="BoundedNumber">
        <BoundedNumber label={name} min={1} max={9} start={3} onChange={nothing} />
      </Sample>
      <Sample state="Checkbox, Switch">
        <Checkbox label={name} description={hint} defaultChecked />
        <Checkbox label={long} disabled />
        <Switch aria-label={name} defaultChecked />
        <Switch aria-label={name} disabled />
      </Sample>
    </Part>
  )
}
