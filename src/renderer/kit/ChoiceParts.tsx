import { Wrench } from 'lucide-react'
import { useState } from 'react'
import { Chip } from '../components/Chip.tsx'
import { Choice } from '../components/forms/Choice.tsx'
import { Segments } from '../components/forms/Segments.tsx'
import { Part, Sample } from './Part.tsx'
import { useSampleWords } from './sample-words.ts'

const nothing = (): void => undefined

/** Chips, and choices of a few options. */
export function ChoiceParts() {
  const { choices, long, name, none } = useSampleWords()
  const [chosen, setChosen] = useState(0)
  const options = choices.map((words, value) => ({ value, words }))
  const named = choices.map((words, index) => ({ value: String(index), words }))
  const firstOnly = options.map((option) => (option.value === 0 ? option : { ...option, disabled: none }))
  return (
    <>
      <Part name="Chip">
        <Sample state="normal">
          <Chip icon={Wrench} title={name} onOpen={nothing} removeWords={`× ${name}`} onRemove={nothing}>
            {name}
          </Chip>
        </Sample>
        <Sample state="long text">
          <Chip icon={Wrench} title={long} onOpen={nothing} removeWords={`× ${long}`} onRemove={nothing}>
            {long}
          </Chip>
        </Sample>
      </Part>
      <Part name="Segments, Choice">
        <Sample state="Segments">
          <Segments label={name} value={chosen} options={options} onChoose={setChosen} />
        </Sample>
        <Sample state="nothing chosen, some disabled">
          <Segments label={name} value={null} options={firstOnly} onChoose={nothing} />
        </Sample>
        <Sample state="Choice">
          <Choice label={name} value={String(chosen)} options={named} onChoose={(value) => setChosen(Number(value))} />
        </Sample>
      </Part>
    </>
  )
}
