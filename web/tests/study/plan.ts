// The study that the tests take part in.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const NAME = 'small';
export const TOKEN = 'token-of-the-page-tests-0123456789';
export const TUTORIAL = 2;
export const LEVELS = 3;

const PLAN = `
name = "${NAME}"
title = "A small study"

[texts]
welcome = "Thank you for your interest in this study about puzzles. It takes about half an hour."
consent = "You play levels of two games and say how hard each one was. You may stop at any time."
instructions = "Solve each level, then rate it. Use the whole scale: do not be afraid of 1 or 10."
rating = "Compare it with the levels you have seen so far."
thanks = "That was all. Your ratings help us to make better levels."
contact = "Write to study@example.org."

[play]
skip_after = 1
hints = true
timer = true

[[questions]]
id = "age"
text = "How old are you?"
kind = "number"
low = 1
high = 120
required = true

[[questions]]
id = "often"
text = "How often do you play puzzles?"
kind = "choice"
choices = ["never", "sometimes", "often"]

[[games]]
game = "shift"
words = "Push all balls at once onto their goals."
tutorial = ["shift:3x3#1", "shift:3x3#2"]
levels = ["shift:4x4#1-3"]

[[games]]
game = "flow"
words = "Join the pairs and cover the board."
tutorial = ["flow:4x4#1", "flow:4x4#2"]
levels = ["flow:5x5#1-3"]
`;

/** The folder of this run, with the study's file and token; its database goes
 *  there too. */
export function folder(): string {
  process.env.STUDY_FOLDER ??= mkdtempSync(join(tmpdir(), 'stumper-study-'));
  writeFileSync(join(process.env.STUDY_FOLDER, 'study.toml'), PLAN);
  writeFileSync(join(process.env.STUDY_FOLDER, 'token'), TOKEN);
  return process.env.STUDY_FOLDER;
}
