import { Image, MessageCircle, Pencil } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../components/Button.tsx'
import { Fold, FoldText } from '../components/Fold.tsx'
import { ProgressBar } from '../components/jobs/ProgressBar.tsx'
import { PromptArea } from '../components/media-form/PromptArea.tsx'
import { SegmentsField } from '../components/media-form/SegmentsField.tsx'
import { SubmitBar } from '../components/media-form/SubmitBar.tsx'
import { SubmitTrouble } from '../components/media-form/SubmitTrouble.tsx'
import { Use, UseForBar } from '../components/use-for/UseForBar.tsx'
import { Part, Sample } from './Part.tsx'
import { sampleFailure, useSampleWords } from './sample-words.ts'

const nothing = (): void => undefined

/** Parts of the forms and the results of images, recordings and videos. */
export function MediaParts() {
  const { act, busy, failed, hint, long, name, none } = useSampleWords()
  return (
    <>
      <Part name="PromptArea">
        <Sample state="empty">
          <SamplePrompt first="" problem={null} />
        </Sample>
        <Sample state="wrong">
          <SamplePrompt first="" problem={failed} />
        </Sample>
        <Sample state="long text, with a control">
          <SamplePrompt first={`${long} `.repeat(3)} problem={null} />
        </Sample>
      </Part>
      <Part name="SegmentsField">
        <Sample state="usual">
          <SampleSegments hint={null} />
        </Sample>
        <Sample state="with a hint">
          <SampleSegments hint={hint} />
        </Sample>
      </Part>
      <Part name="SubmitBar">
        <Sample state="usual">
          <SubmitBar words={act} onSubmit={nothing} />
        </Sample>
        <Sample state="disabled, without keys">
          <SubmitBar words={busy} hasKeys={false} disabled onSubmit={nothing} />
        </Sample>
        <Sample state="with words below">
          <SubmitBar words={act} onSubmit={nothing}>
            <p>{none}</p>
          </SubmitBar>
        </Sample>
        <Sample state="not accepted" isWide>
          <SubmitTrouble problem={null} error={sampleFailure} place={{ where: 'other', hasText: false }} />
        </Sample>
        <Sample state="without a connection" isWide>
          <SubmitTrouble problem="connection" error={null} place={{ where: 'other', hasText: false }} />
        </Sample>
      </Part>
      <Part name="ProgressBar">
        <Sample state="a part is done">
          <ProgressBar label={`${name} 40`} percent={40} />
        </Sample>
        <Sample state="of unknown length">
          <ProgressBar label={name} percent={null} />
        </Sample>
      </Part>
      <Part name="UseForBar">
        <Sample state="with steps that are possible and not" isWide>
          <UseForBar>
            <Use icon={Pencil} words={act} shortcut="pictureEdit" onUse={nothing} />
            <Use icon={Image} words={name} onUse={nothing} />
            <Use icon={MessageCircle} words={busy} disabled onUse={nothing} />
          </UseForBar>
        </Sample>
      </Part>
      <Part name="Fold">
        <Sample state="folded">
          <Fold title={name}>{hint}</Fold>
        </Sample>
        <Sample state="unfolded, with texts" isWide>
          <Fold title={name} opened>
            <FoldText heading={act} text={`{ "size": "${'9'.repeat(200)}" }`} copyLabel={`${act} 1`} note={hint} />
            <FoldText text={long} copyLabel={`${act} 2`} />
          </Fold>
        </Sample>
      </Part>
    </>
  )
}

function SamplePrompt({ first, problem }: { first: string; problem: string | null }) {
  const { act, hint, name } = useSampleWords()
  const [text, setText] = useState(first)
  return (
    <PromptArea
      label={name}
      placeholder={hint}
      maxLength={1000}
      value={text}
      onChange={setText}
      onSubmit={nothing}
      problem={problem}
      focus={{ panel: 'kit', count: 0 }}
    >
      {first === '' ? null : <Button size="small">{act}</Button>}
    </PromptArea>
  )
}

function SampleSegments({ hint }: { hint: string | null }) {
  const { choices, name } = useSampleWords()
  const [chosen, setChosen] = useState(0)
  const options = choices.map((words, value) => ({ value, words }))
  return (
    <SegmentsField
      label={hint === null ? name : `${name} 2`}
      value={chosen}
      options={options}
      hint={hint}
      onChoose={setChosen}
    />
  )
}
