"""`python -m stumper.cluster`."""

import sys

from .program import main

sys.exit(main())
