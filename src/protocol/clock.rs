//! Clocks, one a seat, and how much of one a turn may take.

use std::time::Duration;

use crate::search::Limits;

/// How much time there is, as `time_settings` and its like say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeControl {
    /// Time for the game.
    pub main: Duration,
    /// Added after each turn.
    pub increment: Duration,
    /// What follows when the main time is used up.
    pub overtime: Overtime,
}

/// Time beyond the main time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Overtime {
    /// None.
    #[default]
    None,
    /// So many turns have to be made in each period.
    Stones {
        /// A period's length.
        period: Duration,
        /// Turns in it.
        stones: u32,
    },
    /// So many periods, of which each turn may take one without using it up.
    Periods {
        /// A period's length.
        period: Duration,
        /// How many there are.
        periods: u32,
    },
}

/// One seat's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    /// What is left of the main time, or of the period that runs.
    left: Duration,
    /// Turns, or periods, that are left in overtime; 0 in the main time.
    count: u32,
    /// Time that the decisions of a turn have taken which is not complete.
    begun: Duration,
}

/// A game is thought to go on for about so many turns more.
const TURNS_TO_GO: u32 = 25;

impl Clock {
    /// A clock that has not run yet.
    pub fn new(control: TimeControl) -> Self {
        let mut clock = Clock { control, left: control.main, count: 0, begun: Duration::ZERO };
        clock.settle();
        clock
    }

    /// Sets what is left: of the main time, or with a `count` above 0 of overtime.
    pub fn set(&mut self, left: Duration, count: u32) {
        self.left = left;
        self.count = count;
        self.begun = Duration::ZERO;
        self.settle();
    }

    /// Takes note of the time of a decision that did not complete its turn.
    pub fn run(&mut self, time: Duration) {
        self.begun += time;
    }

    /// Begins overtime when the main time is used up.
    fn settle(&mut self) {
        if self.count > 0 || self.left > Duration::ZERO {
            return;
        }
        match self.control.overtime {
            Overtime::None => {}
            Overtime::Stones { period, stones } => (self.left, self.count) = (period, stones),
            Overtime::Periods { period, periods } => (self.left, self.count) = (period, periods),
        }
    }

    /// Takes the time of a turn off, or of the decision that completes it.
    pub fn spend(&mut self, time: Duration) {
        let mut time = time + std::mem::take(&mut self.begun);
        if self.count == 0 {
            let used = time.min(self.left);
            self.left = (self.left - used) + self.control.increment;
            time -= used;
            if self.left > Duration::ZERO || self.control.overtime == Overtime::None {
                return;
            }
            self.settle();
        }
        match self.control.overtime {
            Overtime::None => {
                self.left = self.left.saturating_sub(time);
                self.count = self.count.saturating_sub(1);
            }
            Overtime::Stones { period, stones } => {
                self.left = self.left.saturating_sub(time);
                self.count = self.count.saturating_sub(1);
                if self.count == 0 {
                    (self.left, self.count) = (period, stones);
                }
            }
            Overtime::Periods { period, .. } => {
                let beyond = time.saturating_sub(self.left).as_nanos();
                // Counted and not taken one by one: there may be very many very short ones.
                let used = beyond.div_ceil(period.as_nanos().max(1));
                let most = self.count.saturating_sub(1);
                self.count -= u32::try_from(used).map_or(most, |used| used.min(most));
                self.left = period;
            }
        }
    }

    /// The limits of a turn: never more than is left without `overhead`, what overtime gives to one turn included.
    pub fn limits(&self, overhead: Duration) -> Limits {
        let kept = overhead + self.begun;
        let left = self.left;
        let (target, most, all) = match (self.count, self.control.overtime) {
            (0, Overtime::None) => {
                let target = left / TURNS_TO_GO + self.control.increment * 9 / 10;
                (target, (target * 4).min(left * 2 / 3 + self.control.increment / 2), left)
            }
            // What is over of the main time when overtime begins is lost, so that each turn may take as much as in overtime at least.
            (0, overtime) => {
                let turn = match overtime {
                    Overtime::None => Duration::ZERO,
                    Overtime::Stones { period, stones } => period / stones.max(1),
                    Overtime::Periods { period, .. } => period,
                };
                let target = left / TURNS_TO_GO + turn;
                (target, target * 4, left + turn)
            }
            // What is over of a period is lost, too.
            (1, Overtime::None | Overtime::Stones { .. }) | (_, Overtime::Periods { .. }) => (left * 2, left, left),
            (turns, Overtime::None | Overtime::Stones { .. }) => {
                let share = left / turns;
                (share, (share * 3).min(left * 4 / 5), left)
            }
        };
        let most = most.min(all.saturating_sub(kept));
        Limits { movetime: Some(most), target: Some(target.saturating_sub(self.begun)), ..Limits::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn s(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn control(main: u64, overtime: Overtime) -> TimeControl {
        TimeControl { main: s(main), increment: Duration::ZERO, overtime }
    }

    /// Who watches the flag, by the rules of each kind of overtime: nothing of the clock under test is in it.
    struct Referee {
        main: Duration,
        overtime: Overtime,
        /// What is left of the period, and turns or periods.
        period: Option<(Duration, u32)>,
    }

    impl Referee {
        /// Whether the flag has fallen after a turn of this length.
        fn has_fallen(&mut self, time: Duration) -> bool {
            let beyond = time.saturating_sub(self.main);
            self.main = self.main.saturating_sub(time);
            if self.main > Duration::ZERO {
                return false;
            }
            match self.overtime {
                Overtime::None => beyond > Duration::ZERO,
                Overtime::Stones { period, stones } => {
                    let (left, turns) = self.period.take().unwrap_or((period, stones));
                    let fallen = beyond > left;
                    let left = left.saturating_sub(beyond);
                    self.period = Some(if turns == 1 { (period, stones) } else { (left, turns - 1) });
                    fallen
                }
                Overtime::Periods { period, periods } => {
                    let (_, count) = self.period.take().unwrap_or((period, periods));
                    self.period = Some((period, count));
                    beyond > period
                }
            }
        }
    }

    #[test]
    fn the_flag_never_falls_and_overtime_is_used() {
        let overtimes = [
            Overtime::None,
            Overtime::Stones { period: s(30), stones: 5 },
            Overtime::Stones { period: s(30), stones: 1 },
            Overtime::Periods { period: s(10), periods: 3 },
        ];
        let overhead = Duration::from_millis(50);
        for (overtime, main) in overtimes.into_iter().flat_map(|overtime| [0, 3, 60].map(|main| (overtime, main))) {
            // Turns as long as may be, and as long as they are meant to be, or half as long.
            for way in 0..3 {
                let mut clock = Clock::new(control(main, overtime));
                let mut referee = Referee { main: s(main), overtime, period: None };
                let mut used = Duration::ZERO;
                for turn in 0..200 {
                    let Limits { movetime: Some(most), target: Some(target), .. } = clock.limits(overhead) else {
                        panic!("no limits");
                    };
                    let time = [most, target.min(most), target.min(most) / 2][way];
                    used += if turn < 100 { Duration::ZERO } else { time };
                    let flag = if time > Duration::ZERO { time + overhead } else { time };
                    assert!(!referee.has_fallen(flag), "{overtime:?}: turn {turn}, {clock:?}");
                    clock.spend(flag);
                }
                let share = match overtime {
                    Overtime::None => continue,
                    Overtime::Stones { period, stones } => period / stones,
                    Overtime::Periods { period, .. } => period,
                };
                assert!(used / 100 > share / 3, "{overtime:?} {main}: {:?} a turn", used / 100);
            }
        }
    }

    #[test]
    fn decisions_of_one_turn_share_its_time() {
        let mut clock = Clock::new(TimeControl { main: s(10), increment: s(2), overtime: Overtime::None });
        let before = clock.limits(Duration::ZERO);
        clock.run(s(1));
        assert_eq!(clock.limits(Duration::ZERO).target, before.target.map(|target| target.saturating_sub(s(1))));
        clock.run(s(2));
        clock.spend(s(1));
        assert_eq!(clock.left, s(8));
    }

    #[test]
    fn turns_without_a_period_share_what_is_left() {
        let mut clock = Clock::new(control(300, Overtime::None));
        clock.set(s(8), 4);
        assert_eq!(clock.limits(Duration::ZERO).target, Some(s(2)));
        clock.spend(s(2));
        assert_eq!((clock.left, clock.count), (s(6), 3));
    }

    #[test]
    fn overtime_begins_when_the_main_time_is_used_up() {
        let mut clock = Clock::new(control(10, Overtime::Stones { period: s(30), stones: 3 }));
        clock.spend(s(12));
        assert_eq!((clock.left, clock.count), (s(28), 2));
        clock.spend(s(5));
        clock.spend(s(5));
        assert_eq!((clock.left, clock.count), (s(30), 3));

        let mut clock = Clock::new(control(0, Overtime::Periods { period: s(10), periods: 3 }));
        clock.spend(s(9));
        assert_eq!((clock.left, clock.count), (s(10), 3));
        clock.spend(s(25));
        assert_eq!((clock.left, clock.count), (s(10), 1));
    }

    #[test]
    fn very_many_very_short_periods_are_counted_quickly() {
        for period in [Duration::ZERO, Duration::from_nanos(1)] {
            let overtime = Overtime::Periods { period, periods: u32::MAX };
            let mut clock = Clock::new(control(0, overtime));
            (0..1000).for_each(|_| clock.spend(s(100_000)));
            assert_eq!((clock.left, clock.count), (period, 1));
        }
        let overtime = Overtime::Periods { period: s(10), periods: 5 };
        for (time, count) in [(9, 5), (10, 5), (11, 4), (20, 4), (21, 3), (1000, 1)] {
            let mut clock = Clock::new(control(0, overtime));
            clock.spend(s(time));
            assert_eq!((clock.left, clock.count), (s(10), count), "{time}");
        }
    }

    #[test]
    fn an_increment_comes_after_each_turn() {
        let control = TimeControl { main: s(10), increment: s(2), overtime: Overtime::None };
        let mut clock = Clock::new(control);
        clock.spend(s(4));
        assert_eq!(clock.left, s(8));
        clock.spend(s(20));
        assert_eq!(clock.left, s(2));
    }

    #[test]
    fn a_clock_can_be_raised_and_lowered() {
        let mut clock = Clock::new(control(10, Overtime::None));
        for (left, most) in [(100, 16), (1, 1), (0, 0)] {
            clock.set(s(left), 0);
            let limits = clock.limits(Duration::ZERO);
            assert!(limits.movetime.unwrap() <= s(most), "{left}: {limits:?}");
        }
        clock.set(s(20), 4);
        assert_eq!(Clock::new(control(0, Overtime::None)).limits(s(1)).movetime, Some(Duration::ZERO));
    }
}
