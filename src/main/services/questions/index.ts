/** Requests to chat models: which endpoint they go to, what a gateway refuses, what they cost, and single questions. */
export {
  type SingleAnswer,
  type SingleQuestion,
  SingleQuestions,
  type SingleQuestionsParts,
} from './single-question.ts'
export { UsageRefusals } from './usage-refusals.ts'
