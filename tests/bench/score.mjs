// The scoring benchmark's yardstick in Node: node score.mjs stream|whole FOLDER
//
// `stream` reads lines as Node's manual shows it; `whole` reads each file at once and cuts the lines out of it, which
// is faster and takes more memory. Prints one line of JSON with the figures.
import fs from 'node:fs';
import readline from 'node:readline';

const [form, folder] = process.argv.slice(2);

async function* streamed(path) {
  yield* readline.createInterface({input: fs.createReadStream(path), crlfDelay: Infinity});
}

function* whole(path) {
  const bytes = fs.readFileSync(path);
  for (let begin = 0; begin < bytes.length;) {
    let end = bytes.indexOf(10, begin);
    if (end < 0) end = bytes.length;
    yield bytes.toString('utf8', begin, end);
    begin = end + 1;
  }
}

const cases = new Map();
const total = {n: 0, exact: 0, acceptable: 0, noTool: 0, noToolRight: 0, risk: 0, riskRight: 0};
const confusions = {}, slices = {};

function takeCase(line) {
  const {id, expectedTool, acceptableTools, risk, tags} = JSON.parse(line);
  if (cases.has(id)) throw new Error(`case ${id} stands twice`);
  cases.set(id, {expectedTool, acceptableTools, risk, tags, answered: false});
}

function count(sums, test, exact, acceptable) {
  sums.n++;
  if (exact) sums.exact++;
  if (acceptable) sums.acceptable++;
  if (test.expectedTool === null) {
    sums.noTool++;
    if (exact) sums.noToolRight++;
  }
  sums.risk += test.risk;
  if (acceptable) sums.riskRight += test.risk;
}

function takePrediction(line) {
  const {caseId, selectedTool} = JSON.parse(line);
  const test = cases.get(caseId);
  if (!test || test.answered) throw new Error(`no case ${caseId}, or a second prediction for it`);
  test.answered = true;
  const exact = selectedTool === test.expectedTool;
  const acceptable = exact || (selectedTool !== null && test.expectedTool !== null &&
                               (test.acceptableTools?.includes(selectedTool) ?? false));
  count(total, test, exact, acceptable);
  for (const slice of [`tool:${test.expectedTool ?? 'NO_TOOL'}`, ...test.tags.map((tag) => `tag:${tag}`)]) {
    slices[slice] ??= {n: 0, exact: 0, acceptable: 0, noTool: 0, noToolRight: 0, risk: 0, riskRight: 0};
    count(slices[slice], test, exact, acceptable);
  }
  if (!acceptable) {
    const pair = `${test.expectedTool ?? 'NO_TOOL'} -> ${selectedTool ?? 'NO_TOOL'}`;
    confusions[pair] = (confusions[pair] ?? 0) + 1;
  }
}

const lines = form === 'stream' ? streamed : whole;
for await (const line of lines(`${folder}/cases.jsonl`)) takeCase(line);
for await (const line of lines(`${folder}/predictions.jsonl`)) takePrediction(line);
if (total.n !== cases.size) throw new Error('a case has no prediction');
console.log(JSON.stringify({...total, pairs: Object.keys(confusions).length, slices: Object.keys(slices).length}));
